import * as E from "fp-ts/Either";
import { limitMail } from "../../../src/application/mail/limit-mail";
import { throttleWith } from "../../support/application/fakes";

const realmId = 1;
const to = "gil@example.com";
const limited = { left: { code: "RATE_LIMIT_HIT" } };

test("mail counts by the network that causes it, and by its address from any network", async () => {
  const throttle = throttleWith({ mail_from: 4, mail_to: 2, mail_to_anywhere: 5 });
  const from = (network: string, address = to) => limitMail(throttle, realmId, address, { network });
  for (let time = 0; time < 2; time += 1) expect(await from("a")).toEqual(E.right(undefined));
  expect(await from("a", to.toUpperCase())).toMatchObject(limited);
  expect(await from("a", "other@example.com")).toEqual(E.right(undefined));
  expect(await from("a", "third@example.com")).toMatchObject(limited);
  for (const network of ["b", "c", "d"]) expect(await from(network)).toEqual(E.right(undefined));
  expect(await from("e")).toMatchObject(limited);
});

test("mail to another spelling counts only where that spelling finds the same account", async () => {
  const throttle = throttleWith({ mail_to: 1, mail_to_anywhere: 2, known_network: 1 });
  const from = (network: string, address: string) => limitMail(throttle, realmId, address, { network });
  const owned = "élodie@example.com";
  for (const network of ["a", "b"])
    expect(await from(network, "Élodie@example.com")).toEqual(E.right(undefined));
  expect(await from("c", "ÉLODIE@example.com")).toMatchObject(limited);
  expect(await from("c", owned)).toEqual(E.right(undefined));
  expect(await from("c", owned.replace("lodie", "LODIE"))).toMatchObject(limited);
});

test("mail that strangers cause doesn't count against users, whose own mail is limited separately", async () => {
  const throttle = throttleWith({ mail_from: 3, mail_to_anywhere: 1 });
  for (const network of ["a", "b"]) await limitMail(throttle, realmId, to, { network });
  const by = (userId: number, address: string) => limitMail(throttle, realmId, address, { userId });
  expect(await by(11, to)).toEqual(E.right(undefined));
  for (const address of ["b@example.com", "c@example.com"])
    expect(await by(11, address)).toEqual(E.right(undefined));
  expect(await by(11, "d@example.com")).toMatchObject(limited);
  expect(await by(12, "d@example.com")).toEqual(E.right(undefined));
});
