import * as E from "fp-ts/Either";
import { settingChoices, userSettingsChangeCodec } from "../../../src/domain/users/user-settings";

test.each(Object.entries(settingChoices))("%s is read as one of its choices only", (name, choices) => {
  for (const choice of choices)
    expect(E.isRight(userSettingsChangeCodec.decode({ [name]: choice }))).toBe(true);
  expect(E.isRight(userSettingsChangeCodec.decode({ [name]: "nowhere" }))).toBe(false);
});
