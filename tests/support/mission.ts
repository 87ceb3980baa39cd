import type { Row } from "../http/mission/rows";
import type { TestServer } from "./http-application";

/**
 * A test that shows rows of the mission, by their names in `rows.ts`. Its name is the rows and a sentence; the table
 * in docs/mission.md is made of these names and of how the tests went. Between them is what no row has: a bar.
 */
export const shows = (rows: Row | readonly Row[], sentence: string, run: () => Promise<void>): void => {
  test(`${[rows].flat().join(" + ")} | ${sentence}`, run);
};

/** The feature level that a server reports: its API has what all levels up to it brought. API §9. */
export const levelOf = async ({ owner }: TestServer): Promise<number> =>
  (await owner.get("/server_settings")).body.service_feature_level;
