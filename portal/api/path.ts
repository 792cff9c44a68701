/** The start of the paths of the API. */
export const API_PATH = "/services/wsservice/api";
