import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { send, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

const TITLES = {
  en: "This link is not valid",
  de: "Dieser Link ist ungültig",
  fr: "Ce lien n’est pas valide",
  es: "Este enlace no es válido",
};

describe("an invalid link to unsubscribe", () => {
  for (const method of ["GET", "POST"]) {
    it(`is a page in a language of the browser, with the status 404: ${method}`, async () => {
      const { baseUrl } = await sharedService();
      const request = (language: string) =>
        send(baseUrl, method, `${WS}/unsubscribe/<x>`, undefined, {
          headers: { Accept: "text/html,*/*;q=0.8", "Accept-Language": language },
        });
      for (const [language, title] of Object.entries(TITLES)) {
        const { status, text, headers } = await request(`${language}-XX,${language};q=0.9`);
        assert.equal(status, 404);
        assert.equal(headers["content-type"], "text/html; charset=utf-8");
        assert.match(String(headers["content-security-policy"]), /^default-src 'none';/);
        assert.ok(text.includes(`<html lang="${language}">`) && text.includes(`<h1>${title}</h1>`), text);
        assert.ok(!text.includes("<form") && !text.includes("<x>"), text);
      }
      assert.ok((await request("xx")).text.includes(TITLES.en));
    });

    it(`is a problem for a program: ${method}`, async () => {
      const { baseUrl } = await sharedService();
      for (const Accept of ["*/*", "application/json"]) {
        const { status, body } = await send(baseUrl, method, `${WS}/unsubscribe/x`, undefined, {
          headers: { Accept },
        });
        assert.deepEqual([status, body.code], [404, "ResourceNotFound"]);
      }
    });
  }
});
