import type { RealmSettings } from "../../domain/realm-settings";
import { type Html, html } from "./html";

interface Document {
  readonly title: string;
  /** Whose page it is; undefined where there is no organization. */
  readonly realmName: string | undefined;
  readonly content: Html;
  readonly isWide?: boolean;
  /** A script, and the value by which the browser knows that it is ours. */
  readonly script?: { readonly path: string; readonly nonce: string } | undefined;
}

/** A whole page. */
export const document = ({ title, realmName, content, isWide = false, script }: Document): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${realmName ?? "Parley"}</title>
<link rel="icon" href="/static/images/realm-icon.svg">
<link rel="stylesheet" href="/static/pages.css">${
    script &&
    html`
<script nonce="${script.nonce}" src="${script.path}" defer></script>`
  }
</head>
<body>
<header${isWide && html` class="wide"`}><img src="/static/images/realm-icon.svg" alt=""><span>${realmName ?? "Parley"}</span></header>
<main${isWide && html` class="wide"`}>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.markup;

interface Field {
  /** By default the name: two fields of one page may share that. */
  readonly id?: string;
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "email" | "password";
  readonly value?: string | undefined;
  readonly autocomplete: string;
  readonly hint?: string;
  readonly isReadOnly?: boolean;
}

/** A field of a form with its label. All of them must be filled in. */
export const field = ({
  name,
  id = name,
  label,
  type = "text",
  value,
  autocomplete,
  hint,
  isReadOnly,
}: Field): Html => html`
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}" value="${value ?? ""}" autocomplete="${autocomplete}" required${
  isReadOnly && html` readonly`
}${hint !== undefined && html` aria-describedby="${id}-hint"`}>
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}`;

/** What went wrong with a form, read out at once. */
export const problemNotice = (problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : html`<p class="notice bad" role="alert">${problem}</p>`;

/** What the organization asks of a new password. */
export const passwordHint = ({
  passwordMinLength,
  passwordHistory,
}: Pick<RealmSettings, "passwordHistory" | "passwordMinLength">): string => {
  const unused = passwordHistory === 0 ? "" : ` It must be none of the last ${passwordHistory} that you had.`;
  return `At least ${passwordMinLength} characters; several words make a good one.${unused}`;
};
