import type { TestServer } from "../http/http-application";
import type { Row } from "./rows";

/**
 * A test that covers rows of `docs/api`, by their names in `rows.ts`. Its name is the rows, a bar, which no row
 * contains, and a sentence: `scripts/mission-rows.cjs` reads them from it.
 */
export const shows = (rows: Row | readonly Row[], sentence: string, run: () => Promise<void>): void => {
  test(`${[rows].flat().join(" + ")} | ${sentence}`, run);
};

/** The feature level that a server reports: its API includes the changes of all levels up to it. API §9. */
export const levelOf = async ({ owner }: TestServer): Promise<number> =>
  (await owner.get("/server_settings")).body.service_feature_level;
