import { beginApp } from "../../../src/application/second-factors/begin-app";
import { resumeApp } from "../../../src/application/second-factors/resume-app";
import { realmWithFactors } from "../../support/application/second-factors";

const minute = 60_000;

test("setting up an app resumes with the same secret, within half an hour and only for its user", async () => {
  const { ann, ben, clock } = await realmWithFactors();
  const begun = await ann.does(beginApp);
  expect(await ben.isRefused(resumeApp, begun.token)).toBe("This link is invalid or incomplete.");
  expect(await ann.isRefused(resumeApp, "guess")).toBe("This link is invalid or incomplete.");
  clock.advance(30 * minute - 1);
  expect(await ann.does(resumeApp, begun.token)).toEqual(begun);
  clock.advance(1);
  expect(await ann.isRefused(resumeApp, begun.token)).toBe("This link has expired.");
});
