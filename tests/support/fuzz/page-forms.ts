import { Parser } from "htmlparser2";

type Field = readonly [name: string, value: string];

/** What pages showed so far: their forms and links, which later requests are made from. */
export interface PageForms {
  /** Notes the forms and local links of a page. */
  read(html: string): void;
  /** The fields of the latest form of that address, with the values that the page gave them. */
  fieldsAt(path: string): readonly Field[];
  /** The names of all fields and of all parameters of links. */
  names(): readonly string[];
  /** Local addresses that pages and mails link to. */
  links(): readonly string[];
  note(link: string): void;
}

const most = 300;

export const pageForms = (): PageForms => {
  const forms = new Map<string, readonly Field[]>();
  const names = new Set<string>(["next"]);
  const links = new Set<string>();
  const note = (link: string): void => {
    if (!link.startsWith("/") || links.size >= most) return;
    links.add(link);
    for (const name of new URLSearchParams(link.split("?")[1]).keys()) if (names.size < most) names.add(name);
  };
  return {
    read: (html) => {
      let action: string | undefined;
      let fields: Field[] = [];
      const parser = new Parser({
        onopentag: (tag, { href, src, name, value = "", action: to }) => {
          note(href ?? src ?? "");
          if (tag === "form") [action, fields] = [to, []];
          if (name === undefined || !["input", "select", "textarea", "button"].includes(tag)) return;
          fields.push([name, value]);
          if (names.size < most) names.add(name);
        },
        onclosetag: (tag) => {
          if (tag === "form" && action !== undefined && (forms.has(action) || forms.size < most))
            forms.set(action, fields);
        },
      });
      parser.end(html);
    },
    fieldsAt: (path) => forms.get(path) ?? [],
    names: () => [...names],
    links: () => [...links],
    note,
  };
};
