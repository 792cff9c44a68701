import { CS, unique } from "../service.ts";

export const CUSTOMERS = `${CS}/customers`;

let numbers = 0;
/** Returns a phone number that no other call returns. */
export const newPhone = () => `+4930${(10_000_000 + process.pid * 100 + numbers++).toString()}`;

/** Returns an e-mail address that no other call returns, with an upper-case letter in its domain. */
export const newEmail = () => `${unique("ann")}@Example.com`;

/** An address with every field. */
export const ADDRESS = {
  address1: "Chestnut Street 92",
  address2: "",
  city: "Louisville",
  company: "ACME",
  country: "United States",
  country_code: "US",
  country_name: "United States",
  customer_id: "207119551",
  default: true,
  email: "home@example.com",
  first_name: "Bob",
  id: "207119551",
  last_name: "Norman",
  latitude: 38.25,
  longitude: -85.76,
  name: "Bob Norman",
  phone: "555-625-1199",
  province: "Kentucky",
  province_code: "KY",
  zip: "40202",
};
