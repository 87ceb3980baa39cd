import { isInGroup } from "../../../src/domain/policy/permission";
import { aMoment } from "../../support/application/fakes";
import { aGroup, aRealmState, aUser } from "../../support/builders/entities";

test("groups may be nested as deep as there are groups", () => {
  const last = 20_000;
  const chain = Array.from({ length: last - 100 }, (_, index) =>
    aGroup({ id: 101 + index, members: [101 + index], subgroups: 101 + index < last ? [102 + index] : [] }),
  );
  const state = aRealmState({ groups: chain });
  expect(isInGroup(state, aUser({ id: last }), 101, aMoment)).toBe(true);
  expect(isInGroup(state, aUser({ id: 1 }), 101, aMoment)).toBe(false);
});
