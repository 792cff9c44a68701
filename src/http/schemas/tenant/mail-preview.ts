import Type from "typebox";
import { MAIL_LANGUAGES } from "../../../store/tenants/settings/settings.ts";

const Language = { type: "string", enum: [...MAIL_LANGUAGES] };

export const MailPreviewQuery = Type.Object({
  language: Type.Optional(
    Type.Unsafe<string>({
      ...Language,
      description: "Language of the message. The default is the language of the settings.",
    }),
  ),
});

export const MailPreviewResponse = Type.Object(
  {
    language: Type.Unsafe<string>(Language),
    subject: Type.String(),
    text: Type.String(),
    html: Type.String(),
  },
  { title: "MailPreview" },
);
