import type { Linkifier } from "../../../domain/linkifiers/linkifier";
import type { Encoded } from "./encoded";

/** A linkifier. API §2.7. */
export const encodeLinkifier = (linkifier: Linkifier): Encoded<Linkifier> => ({
  id: linkifier.id,
  pattern: linkifier.pattern,
  url_template: linkifier.urlTemplate,
  example_input: linkifier.exampleInput,
  reverse_template: linkifier.reverseTemplate,
  alternative_url_templates: linkifier.alternativeUrlTemplates,
});
