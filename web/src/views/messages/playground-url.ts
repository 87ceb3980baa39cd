import { expanded } from "../../ui/url-template";
import type { Playground } from "../../wire/wire";

/** The playgrounds of a language. */
export const playgroundsOf = (all: readonly Playground[], language: string): readonly Playground[] =>
  all.filter((one) => one.pygments_language.toLowerCase() === language.toLowerCase());

/** Where a playground shows the code; undefined for anything but a web page. */
export const playgroundUrl = ({ url_template }: Playground, code: string): string | undefined => {
  const url = expanded(url_template, { code });
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : undefined;
};
