import { fieldsOf } from "../../../ingest/rows.ts";
import { sdkPointer, toSdkCustomer } from "./customer-names.ts";

export const CUSTOMERS_PREFIX = "/services/customerservice/api/v2";
export const CUSTOMERS_PATH = `${CUSTOMERS_PREFIX}/customers`;

/** Path parameters that identify a customer. */
export const CUSTOMER_PARAMS = {
  id: { id: "The service's id of the customer." },
  ref: { ref: "The retailer's reference of the customer." },
};

/** Converts the JSON of a customer to the field names of the SDK. */
export const inSdkForm = (json: string): Record<string, unknown> => toSdkCustomer(fieldsOf(JSON.parse(json)));

/** Converts a customer, and the paths of its errors, to the field names of the SDK. */
export const CUSTOMER_CONVERSION = {
  answer: (json: string) => JSON.stringify(inSdkForm(json)),
  path: sdkPointer,
};
