import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import {
  changedConnectorOf,
  type ConnectorForm,
  connectorFormsIn,
  connectorOf,
} from "../../../portal/requests/connectors.ts";
import { connectorCheck } from "../../../src/http/routes/outbound/connector-check.ts";
import { CONNECTORS } from "../../../src/jobs/exports/connectors.ts";
import { bucketUrl } from "../../../src/jobs/exports/connectors/s3.ts";
import { send } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

const check = connectorCheck(CONNECTORS, () => undefined);

/** Input for the required fields. */
const REQUIRED: Record<string, Record<string, string>> = {
  braze: { apiKey: "key", baseUrl: "https://rest.braze.example" },
  file: {},
  klaviyo: { apiKey: "key" },
  s3: { bucket: "wishes", accessKeyId: "id", secretAccessKey: "secret" },
  segment: { writeKey: "key" },
  webhook: { url: "https://hooks.shop.example/wishes" },
};
const asFields = (settings: Record<string, string>) =>
  Object.fromEntries(Object.entries(settings).map(([name, text]) => [`connector/${name}`, text]));

let forms: ConnectorForm[];
before(async () => {
  const { baseUrl } = await sharedService();
  forms = connectorFormsIn((await send(baseUrl, "GET", "/openapi.json")).body);
});
const formOf = (type: string): ConnectorForm =>
  forms.find((form) => form.type === type) ?? { type, fields: [] };

describe("the portal's form of a connector", () => {
  it("exists for every connector, with its required fields", () => {
    assert.deepEqual(forms.map(({ type }) => type).sort(), Object.keys(CONNECTORS).sort());
    for (const { type, fields } of forms) {
      const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
      assert.deepEqual(required.sort(), Object.keys(REQUIRED[type] ?? {}).sort(), type);
    }
  });

  it("sends only the entered fields, so that the service's defaults apply", () => {
    for (const form of forms) {
      const settings = REQUIRED[form.type] ?? {};
      const connector = connectorOf(form, asFields(settings));
      assert.deepEqual(connector, { type: form.type, ...settings });
      assert.deepEqual(check({ ...connector, type: form.type }), []);
    }
  });

  it("uses path-style addresses for a bucket at a custom URL, unless set otherwise", () => {
    const own = { ...REQUIRED["s3"], baseUrl: "https://minio.shop.example" };
    const urlOf = (entered: Record<string, string>) =>
      bucketUrl(
        connectorOf(formOf("s3"), asFields({ ...own, ...entered })) as Parameters<typeof bucketUrl>[0],
      );
    assert.equal(urlOf({}), "https://minio.shop.example/wishes");
    assert.equal(urlOf({ pathStyle: "true" }), "https://minio.shop.example/wishes");
    assert.equal(urlOf({ pathStyle: "false" }), "https://wishes.minio.shop.example");
  });

  it("sends each value of every field in the type that the service expects", () => {
    for (const form of forms) {
      for (const { name, type, choices } of form.fields) {
        const values = type === "flag" ? ["true", "false"] : type === "number" ? ["7"] : choices;
        for (const value of values) {
          const connector = connectorOf(form, asFields({ ...REQUIRED[form.type], [name]: value }));
          assert.deepEqual(check({ ...connector, type: form.type }), [], `${form.type} ${name} ${value}`);
        }
      }
    }
  });

  it("keeps empty secrets and settings without a field, and clears other empty fields", () => {
    const eventNames = { added: "Wish" };
    const before = { type: "klaviyo", apiKey: "***", revision: "2024-10-15", eventNames };
    const changed = (entered: Record<string, string>) =>
      changedConnectorOf(formOf("klaviyo"), asFields(entered), before);
    assert.deepEqual(changed({}), { type: "klaviyo", apiKey: "***", eventNames });
    assert.deepEqual(changed({ apiKey: "new", revision: "2025-01-15" }), {
      type: "klaviyo",
      apiKey: "new",
      revision: "2025-01-15",
      eventNames,
    });
  });
});
