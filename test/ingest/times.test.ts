import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import Type from "typebox";
import { clearable, Timestamp } from "../../src/ingest/schemas/common.ts";
import { readTime } from "../../src/ingest/validation/time.ts";
import { compileBody, compileQuery } from "../../src/ingest/validation/validation.ts";

/** Times as they are sent, and as they are stored and returned. */
const TAKEN: readonly (readonly [sent: string, read: string])[] = [
  ["2026-11-23T10:15:00Z", "2026-11-23T10:15:00Z"],
  ["2026-11-23T10:15:00.123456+02:00", "2026-11-23T10:15:00.123456+02:00"],
  ["2026-11-23t10:15:00z", "2026-11-23T10:15:00Z"],
  ["2026-11-23 10:15:00Z", "2026-11-23T10:15:00Z"],
  ["2026-11-23T10:15Z", "2026-11-23T10:15:00Z"],
  ["2026-11-23T10:15-03:30", "2026-11-23T10:15:00-03:30"],
  ["2026-11-23T10:15:00,5Z", "2026-11-23T10:15:00.5Z"],
  ["2026-11-23T10:15:00+0200", "2026-11-23T10:15:00+02:00"],
  ["2026-11-23T10:15:00+02", "2026-11-23T10:15:00+02:00"],
  ["2026-11-23T24:00Z", "2026-11-24T00:00:00.000Z"],
  ["2026-12-31T24:00:00,0+01:00", "2026-12-31T23:00:00.000Z"],
  ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
  ["2017-01-01T00:59:60+01:00", "2017-01-01T00:00:00.000Z"],
  ["2028-02-29T00:00:00Z", "2028-02-29T00:00:00Z"],
];

const REFUSED: readonly (readonly [what: string, sent: string])[] = [
  ["no time zone", "2026-11-23T10:15:00"],
  ["no time", "2026-11-23"],
  ["no day", "10:15:00Z"],
  ["no such day", "2026-02-29T10:15:00Z"],
  ["no such month", "2026-13-01T10:15:00Z"],
  ["no such hour", "2026-11-23T25:00:00Z"],
  ["no such minute", "2026-11-23T10:60:00Z"],
  ["after the end of the day", "2026-11-23T24:00:01Z"],
  ["a minute after the end of the day", "2026-11-23T24:01Z"],
  ["part of a second after the end of the day", "2026-11-23T24:00:00.5Z"],
  ["a leap second within a day", "2026-11-23T10:15:60Z"],
  ["no such offset", "2026-11-23T10:15:00+24:00"],
  ["the basic form", "20261123T101500Z"],
  ["a week", "2026-W48-1T10:15:00Z"],
  ["a day of the year", "2026-327T10:15:00Z"],
  ["a year that RFC 3339 cannot write", "9999-12-31T24:00:00Z"],
  ["a year above 9999 in UTC", "9999-12-31T23:59:59-05:00"],
  ["a year below 0 in UTC", "0000-01-01T00:00:00+02:00"],
  ["the words of an e-mail", "Mon, 23 Nov 2026 10:15:00 GMT"],
  ["a number", "1795428900"],
  ["a fraction of nothing", "2026-11-23T10:15:00.Z"],
  ["nothing", ""],
];

const Dated = Type.Object(clearable({ at: Timestamp }));
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

describe("a time in a request", () => {
  for (const [sent, read] of TAKEN)
    it(`is accepted as ${sent}, and returned as ${read}`, () => {
      const [body, query] = [{ at: sent }, { at: sent }];
      assert.deepEqual(compileBody(Dated)(body), []);
      assert.deepEqual(compileQuery(Type.Object({ at: Timestamp }))(query), []);
      assert.deepEqual([body.at, query.at], [read, read]);
      assert.match(read, rfc3339);
    });

  for (const [what, sent] of REFUSED)
    it(`is refused with its field for ${what}`, () => {
      assert.deepEqual(compileBody(Dated)({ at: sent }), [
        {
          path: "/at",
          message: "must be a time in ISO 8601 with a time zone, such as 2026-01-31T12:00:00Z",
        },
      ]);
    });

  it("is unchanged in the form of RFC 3339, which covers every date", () => {
    const dates = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        assert.equal(readTime(date.toISOString()), date.toISOString());
      }),
    );
  });
});
