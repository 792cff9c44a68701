import { html, type Markup } from "../../../text/markup.ts";
import type { Digest, DigestEntry } from "../digest.ts";

// Mail programs support little more than tables and inline styles.
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
// A long name must not make the message wider than the screen.
const WRAP = "word-break:break-word";
const MUTED = "color:#667085";
const BUTTON =
  "display:inline-block;margin-top:12px;padding:10px 18px;border-radius:6px;background:#1d2939;color:#ffffff;text-decoration:none;font-size:14px;font-weight:600";

const picture = ({ imageUrl }: DigestEntry) =>
  imageUrl === undefined
    ? undefined
    : html`<td width="112" valign="top" style="padding:20px 0 20px 20px">
        <img
          src="${imageUrl}"
          width="96"
          alt=""
          style="display:block;width:96px;height:auto;border:0;border-radius:6px"
        />
      </td>`;

// A name may be written from right to left.
const line = (text: string | undefined, style: string) =>
  text === undefined ? undefined : html`<div dir="auto" style="${style}">${text}</div>`;

/** Shows the price, and the previous one. */
const cost = ({ price, previousPrice }: DigestEntry) =>
  price === undefined
    ? undefined
    : html`<div style="margin-top:6px;font-size:16px;font-weight:600">
        ${price}${
          previousPrice === undefined
            ? undefined
            : html` <span style="font-size:14px;font-weight:400;white-space:nowrap;${MUTED}"
                >${previousPrice}</span
              >`
        }
      </div>`;

const newsEntry = (news: DigestEntry, view: string): Markup =>
  html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="margin-top:16px;border:1px solid #e4e7ec;border-radius:10px"
  >
    <tr>
      ${picture(news)}
      <td valign="top" style="padding:20px">
        <div
          style="font-size:12px;font-weight:700;letter-spacing:.04em;text-transform:uppercase;color:#067647"
        >
          ${news.headline}
        </div>
        ${line(news.title, "margin-top:4px;font-size:17px;font-weight:600;line-height:1.35")}
        ${line(news.variant, `margin-top:2px;font-size:14px;${MUTED}`)} ${cost(news)}
        ${news.url === undefined ? undefined : html`<a href="${news.url}" style="${BUTTON}">${view}</a>`}
      </td>
    </tr>
  </table>`;

function shopOf({ shopName, shopUrl }: Digest): Markup | undefined {
  if (shopName === undefined) return undefined;
  const name =
    shopUrl === undefined
      ? html`${shopName}`
      : html`<a href="${shopUrl}" style="color:#101828;text-decoration:none">${shopName}</a>`;
  return html`<div dir="auto" style="margin-bottom:20px;font-size:20px;font-weight:700">${name}</div>`;
}

/** Returns a digest as HTML, in one column that is also readable on a phone. */
export function htmlOf(digest: Digest): string {
  const { language, subject, intro, news, more, view, reason, unsubscribe, unsubscribeUrl } = digest;
  const entries = news.map((entry) => newsEntry(entry, view));
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:0;background:#f2f4f7">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f4f7">
          <tr>
            <td align="center" style="padding:24px 12px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:560px;background:#ffffff;border-radius:12px;${FONT};${WRAP};color:#101828"
              >
                <tr>
                  <td style="padding:28px 24px">
                    ${shopOf(digest)}
                    <div style="font-size:16px;line-height:1.5">${intro}</div>
                    ${entries} ${line(more, "margin-top:16px;font-size:15px")}
                  </td>
                </tr>
              </table>
              <div
                style="max-width:560px;padding:20px 24px;${FONT};${WRAP};font-size:13px;line-height:1.5;${MUTED}"
              >
                ${reason}
                <a href="${unsubscribeUrl}" style="${MUTED}">${unsubscribe}</a>
              </div>
            </td>
          </tr>
        </table>
      </body>
    </html> `.text;
}
