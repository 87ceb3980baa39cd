import type { RealmSettings } from "../../domain/realm/realm-settings";
import { type Html, html } from "./html";

interface Document {
  readonly title: string;
  /** The organization's name; undefined if there is none. */
  readonly realmName: string | undefined;
  readonly content: Html;
  readonly isWide?: boolean;
  /** A script and its CSP nonce. */
  readonly script?: { readonly path: string; readonly nonce: string } | undefined;
}

/** A complete HTML page. */
export const document = ({ title, realmName, content, isWide = false, script }: Document): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${realmName ?? "Parley"}</title>
<link rel="icon" href="/static/images/favicon.png">
<link rel="apple-touch-icon" href="/static/images/apple-touch-icon.png">
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
  /** By default the name, which two fields of a page may share. */
  readonly id?: string;
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "email" | "password";
  readonly value?: string | undefined;
  readonly autocomplete: string;
  readonly hint?: string;
  readonly isReadOnly?: boolean;
}

/** A required field of a form, with its label. */
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

/** A problem with a form, which screen readers announce. */
export const problemNotice = (problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : html`<p class="notice bad" role="alert">${problem}</p>`;

/** The organization's requirements on new passwords, for people. */
export const passwordHint = ({
  passwordMinLength,
  passwordHistory,
}: Pick<RealmSettings, "passwordHistory" | "passwordMinLength">): string => {
  const unused = passwordHistory === 0 ? "" : ` It can't be one of your last ${passwordHistory} passwords.`;
  return `At least ${passwordMinLength} characters; several words make a good password.${unused}`;
};
