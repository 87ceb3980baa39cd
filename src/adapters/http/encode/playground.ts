import type { Playground } from "../../../domain/playground";

/** A place where code of a language can be run. */
export const encodePlayground = (playground: Playground): object => ({
  id: playground.id,
  name: playground.name,
  pygments_language: playground.pygmentsLanguage,
  url_template: playground.urlTemplate,
});
