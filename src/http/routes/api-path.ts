/** The start of the paths of the API. Customers and tokens also have paths of their own. */
export const API_PATH = "/services/wsservice/api";

/** Returns the spellings of a path with `name=` that encode the equals sign. */
export const encoded = (path: string) => ["%3D", "%3d"].map((sign) => path.replace("=", sign));
