import Type from "typebox";
import { oneOf } from "../../../ingest/schemas/common.ts";
import { MAIL_LANGUAGES } from "../../../store/tenants/settings/settings.ts";

export const MailPreviewQuery = Type.Object({
  language: Type.Optional(
    oneOf(MAIL_LANGUAGES, {
      description: "Language of the message. The default is the language of the settings.",
    }),
  ),
});

export const MailPreviewResponse = Type.Object(
  {
    language: oneOf(MAIL_LANGUAGES),
    subject: Type.String(),
    text: Type.String(),
    html: Type.String(),
  },
  { title: "MailPreview" },
);
