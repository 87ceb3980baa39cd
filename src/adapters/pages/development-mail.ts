import type { KeptMails } from "../../application/ports/kept-mail";
import { html } from "./html";
import { type Page, serverPage } from "./page";

/** Mail that a development server keeps, as text and as it would look. */
export const developmentMailPages = (mails: KeptMails): readonly Page[] => [
  serverPage({
    at: "/development/mail",
    get: async () => {
      const kept = await mails.list();
      return {
        do: "show",
        title: "Mail of this server",
        isWide: true,
        content: html`<p>Nothing is sent from a development server; what would have been is here.</p>
<ul class="plain">${kept.map(
          ({ id, to, replyTo, subject, text, sentAt }) => html`<li><div><strong>${subject}</strong>
<p class="hint">To ${to}${replyTo !== null && html`, answers to ${replyTo}`}, ${new Date(sentAt).toISOString()}</p>
<pre>${text}</pre></div><a href="/development/mail/${id}" aria-label="${subject}, as HTML">HTML</a></li>`,
        )}</ul>`,
      };
    },
  }),
  serverPage({
    at: "/development/mail/:id",
    get: async (_, { id }) => {
      const mail = (await mails.list()).find((one) => one.id === id);
      return mail ? { do: "mail", html: mail.html } : { do: "go", to: "/development/mail" };
    },
  }),
];
