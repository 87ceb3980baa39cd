import type { Playground } from "../../../domain/playgrounds/playground";
import type { Encoded } from "./encoded";

/** A code playground. */
export const encodePlayground = (playground: Playground): Encoded<Playground> => ({
  id: playground.id,
  name: playground.name,
  pygments_language: playground.pygmentsLanguage,
  url_template: playground.urlTemplate,
});
