/** The start of the paths of the API. Customers and tokens also have paths of their own. */
export const API_PATH = "/services/wsservice/api";
