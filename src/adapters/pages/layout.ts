import { type Html, html } from "./html";

interface Document {
  readonly title: string;
  /** Whose page it is; undefined where there is no organization. */
  readonly realmName: string | undefined;
  readonly content: Html;
  readonly isWide?: boolean;
}

/** A whole page. */
export const document = ({ title, realmName, content, isWide = false }: Document): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${realmName ?? "Parley"}</title>
<link rel="icon" href="/static/images/realm-icon.svg">
<link rel="stylesheet" href="/static/pages.css">
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
  label,
  type = "text",
  value,
  autocomplete,
  hint,
  isReadOnly,
}: Field): Html => html`
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value ?? ""}" autocomplete="${autocomplete}" required${
  isReadOnly && html` readonly`
}${hint !== undefined && html` aria-describedby="${name}-hint"`}>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}`;

/** What went wrong with a form, read out at once. */
export const problemNotice = (problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : html`<p class="notice bad" role="alert">${problem}</p>`;

export const passwordHint = "At least 8 characters; several words make a good one.";
