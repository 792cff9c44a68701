import { MAIL_LANGUAGES, type MailSettings } from "../../../store/tenants/settings/settings.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import { MailPreviewQuery, MailPreviewResponse } from "../../schemas/tenant/mail-preview.ts";
import { API_PATH } from "../api-path.ts";

/** The parts of a message. */
interface PreviewedMail {
  subject: string;
  text: string;
  html: string;
}

/** Returns the route that shows an example of the e-mail that customers get about alerts. */
export function mailPreviewRoutes(preview: (settings: MailSettings) => PreviewedMail): ApiRoute[] {
  return [
    route({
      operation: "previewAlertMail",
      method: "get",
      paths: [`${API_PATH}/alerts/mail-preview`],
      tag: "Alerts",
      summary: "Preview the e-mail about alerts",
      description:
        "An example of the message with sample products, and with the settings and texts of the store. Nothing is sent.",
      scope: "settings:read",
      query: MailPreviewQuery,
      refusals: BAD_REQUEST,
      conditional: false,
      responses: { 200: { description: "The message.", schema: MailPreviewResponse } },
      handle({ session, query }) {
        const { mail } = session.tenant.settings;
        const language = MAIL_LANGUAGES.find((each) => each === query.language) ?? mail.language;
        return Promise.resolve(presentRead(JSON.stringify({ language, ...preview({ ...mail, language }) })));
      },
    }),
  ];
}
