import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { encode, signed } from "../../../src/jobs/exports/connectors/sigv4.ts";
import { given } from "../../support/service.ts";

/** The examples of the Amazon S3 API reference, "Signature calculations: transferring payload in a single chunk". */
const credentials = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const now = new Date("2013-05-24T00:00:00Z");
const EXAMPLES = [
  {
    what: "GET Object",
    request: { method: "GET", path: "/test.txt", headers: { range: "bytes=0-9" }, body: "" },
    names: "host;range;x-amz-content-sha256;x-amz-date",
    signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  },
  {
    what: "PUT Object",
    request: {
      method: "PUT",
      path: `/${encode("test$file.text")}`,
      headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
      body: "Welcome to Amazon S3.",
    },
    names: "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
    signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  },
  {
    what: "GET Bucket Lifecycle",
    request: { method: "GET", path: "/?lifecycle", headers: {}, body: "" },
    names: "host;x-amz-content-sha256;x-amz-date",
    signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  },
  {
    what: "GET Bucket (List Objects)",
    request: { method: "GET", path: "/?prefix=J&max-keys=2", headers: {}, body: "" },
    names: "host;x-amz-content-sha256;x-amz-date",
    signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  },
];

describe("signed", () => {
  for (const { what, request, names, signature } of EXAMPLES) {
    it(`signs ${what} as in Amazon's example`, async () => {
      const { path, headers, ...rest } = request;
      const url = new URL(path, "https://examplebucket.s3.amazonaws.com");
      // The examples have different headers, and none is undefined.
      const sent = Object.fromEntries(Object.entries(headers)) as Record<string, string>;
      const { authorization } = await signed({ ...rest, url, headers: sent }, credentials, now);
      assert.equal(
        given(authorization),
        `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
      );
    });
  }
});
