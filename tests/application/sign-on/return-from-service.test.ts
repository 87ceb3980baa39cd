import * as E from "fp-ts/Either";
import type { Identity } from "../../../src/application/ports/login/sign-on-provider";
import { returnFromService } from "../../../src/application/sign-on/return-from-service";
import { aVisitor, throttleWith } from "../../support/application/fakes";
import { memoryApplication, refusalOf, successOf } from "../../support/application/memory-application";

const ann: Identity = { provider: "https://id.example.com", subject: "1", email: undefined, fullName: "Ann" };

const world = async () => {
  const throttle = throttleWith({ once: 1, login_from: 3 });
  const { services, realmId } = await memoryApplication({ throttle });
  let asked = 0;
  const comeBack = (state: string, found: E.Either<"unconfirmed", Identity>, remoteAddress = "192.0.2.1") =>
    returnFromService(services)({ ...aVisitor(realmId), remoteAddress }, state, async () => {
      asked += 1;
      return found;
    })();
  return { comeBack, asked: () => asked };
};

test("the service is asked once for each time that somebody left for it", async () => {
  const { comeBack, asked } = await world();
  expect(successOf(await comeBack("a", E.right(ann)))).toEqual(ann);
  expect(successOf(await comeBack("a", E.right(ann)))).toBeUndefined();
  expect(successOf(await comeBack("b", E.left("unconfirmed")))).toBeUndefined();
  expect(asked()).toBe(2);
});

test("a network that nobody could return from too often waits, and the service isn't asked; others still return", async () => {
  const { comeBack, asked } = await world();
  const failures = [];
  for (let index = 0; index < 5; index += 1) failures.push(await comeBack(`${index}`, E.left("unconfirmed")));
  expect(failures.filter(E.isRight)).toHaveLength(3);
  expect(asked()).toBe(3);
  expect(refusalOf(await comeBack("good", E.right(ann)))).toBe("API usage exceeded rate limit");
  expect(successOf(await comeBack("other", E.right(ann), "198.51.100.7"))).toEqual(ann);
});
