import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import type { CapturedMails } from "../../application/ports/mail/captured-mails";
import { utcTime } from "../../domain/text/utc-time";
import { type Html, html } from "./html";
import { type Page, serverPage } from "./page";

const time = utcTime("medium", "medium");

const linked = (text: string): readonly Html[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (/^https?:/.test(part) ? html`<a href="${part}">${part}</a>` : html`${part}`));

/** Pages with the mail of a development server, as text and as HTML. */
export const developmentMailPages = (mails: CapturedMails): readonly Page<unknown>[] => [
  serverPage({
    at: "/development/mail",
    use: {},
    get: () =>
      pipe(
        TE.fromTask(() => mails.list()),
        TE.map((captured) => ({
          do: "show",
          title: "Mail of this server",
          isWide: true,
          content: html`<p>A development server sends no mail. These are the mails that it would have sent.</p>
<ul class="plain">${captured.map(
            ({ id, to, replyTo, subject, text, sentAt }) => html`<li><div><strong>${subject}</strong>
<p class="hint">To ${to}${replyTo !== null && html`, replies to ${replyTo}`}, ${time(sentAt)} UTC · <a href="/development/mail/${id}" aria-label="${subject}, as HTML">as HTML</a></p>
<pre>${linked(text)}</pre></div></li>`,
          )}</ul>`,
        })),
      ),
  }),
  serverPage({
    at: "/development/mail/:id",
    use: {},
    get: (_, _context, { id }) =>
      pipe(
        TE.fromTask(() => mails.list()),
        TE.map((captured) => captured.find((one) => one.id === id)),
        TE.map((mail) => (mail ? { do: "mail", html: mail.html } : { do: "go", to: "/development/mail" })),
      ),
  }),
];
