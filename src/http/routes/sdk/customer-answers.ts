import { fieldsOf } from "../../../ingest/rows.ts";
import { sdkCustomer, sdkPointer } from "./customer-names.ts";

export const CUSTOMERS_PREFIX = "/services/customerservice/api/v2";
export const CUSTOMERS_PATH = `${CUSTOMERS_PREFIX}/customers`;

/** Parameters of paths that name a customer. */
export const CUSTOMER_PARAMS = {
  id: { id: "The service's id of the customer." },
  ref: { ref: "The retailer's reference of the customer." },
};

/** A customer's answer with the names of the SDK. */
export const inSdkForm = (json: string): Record<string, unknown> => sdkCustomer(fieldsOf(JSON.parse(json)));

/** How an alias answers in the words of the SDK: the customer, and the paths of its errors. */
export const CUSTOMER_WORDS = { answer: (json: string) => JSON.stringify(inSdkForm(json)), path: sdkPointer };
