import { StdUriTemplate } from "@std-uritemplate/std-uritemplate";
import * as E from "fp-ts/Either";
import type { UrlTemplates } from "../../application/ports/linkifiers/url-templates";

/** `{+first,second:3,third*}`: an operator, and variables with modifiers. */
const expressions = /\{[+#./;?&]?([^}]*)\}/g;
const modifier = /(?::\d+|\*)$/;

const isTemplate = (template: string): boolean => {
  try {
    StdUriTemplate.expand(template, {});
    return true;
  } catch {
    return false;
  }
};

/** URL templates of RFC 6570. */
export const rfc6570Templates: UrlTemplates = {
  variablesOf: (template) => {
    if (!isTemplate(template)) return E.left("invalid");
    const names = [...template.matchAll(expressions)].flatMap(([, variables = ""]) =>
      variables.split(",").map((variable) => variable.replace(modifier, "")),
    );
    return E.right([...new Set(names)]);
  },
  expand: (template, values) => StdUriTemplate.expand(template, { ...values }),
};
