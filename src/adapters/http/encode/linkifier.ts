import type { Linkifier } from "../../../domain/linkifier";

/** A linkifier. API §2.7. */
export const encodeLinkifier = (linkifier: Linkifier): object => ({
  id: linkifier.id,
  pattern: linkifier.pattern,
  url_template: linkifier.urlTemplate,
  example_input: linkifier.exampleInput,
  reverse_template: linkifier.reverseTemplate,
  alternative_url_templates: linkifier.alternativeUrlTemplates,
});
