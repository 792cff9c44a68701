import { useEffect, useRef, useState } from "preact/hooks";
import type { MailPreview } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { Select } from "../../ui/form.tsx";
import { Card, Show } from "../../ui/parts.tsx";
import { LANGUAGES } from "../../words/languages.ts";

/**
 * Shows an e-mail as a mail program does. It is in a shadow tree, so that its styles and those of the page do not mix.
 * Its inline styles are set by code, because the page's content security policy forbids them in markup.
 */
function Letter({ html, subject, language }: { html: string; subject: string; language: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    // Quotation marks in texts are escaped, so only attributes match.
    const unstyled = html.replaceAll(' style="', ' data-style="');
    const letter = new DOMParser().parseFromString(unstyled, "text/html").body;
    for (const link of letter.querySelectorAll("a")) link.removeAttribute("href");
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: "open" });
    const sheet = document.createElement("div");
    sheet.dataset["style"] = letter.dataset["style"] ?? "";
    sheet.append(...letter.childNodes);
    root.replaceChildren(sheet);
    for (const element of root.querySelectorAll<HTMLElement>("[data-style]"))
      element.style.cssText = element.dataset["style"] ?? "";
  }, [html]);
  return (
    <div class="letter">
      <p>
        <span class="muted">Subject</span> <b lang={language}>{subject}</b>
      </p>
      <div ref={place} lang={language} role="group" aria-label="The e-mail" />
    </div>
  );
}

/** Previews the e-mail that customers get about alerts, in each language. */
export function MailPreviewCard({ language: first }: { language: string }) {
  const { api } = usePortal();
  const [language, setLanguage] = useState(first);
  const mail = useData(() => api.get<MailPreview>("/alerts/mail-preview", { language }), [language]);
  return (
    <Card title="The e-mail">
      <p class="muted">
        An example with sample products, and the name and texts of your shop. The{" "}
        <a href="/portal/settings">settings</a> determine the language for customers.
      </p>
      <Select label="Language" name="previewed" value={language} options={LANGUAGES} onChange={setLanguage} />
      <Show of={mail}>
        {({ html, subject, language: shown }) => <Letter html={html} subject={subject} language={shown} />}
      </Show>
    </Card>
  );
}
