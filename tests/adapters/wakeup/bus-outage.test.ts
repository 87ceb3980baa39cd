import { secretSeals } from "../../../src/adapters/security/seals";
import { systemClock } from "../../../src/adapters/system/clock";
import type { Bus } from "../../../src/adapters/wakeup/bus";
import { busWakeup } from "../../../src/adapters/wakeup/bus-wakeup";
import { outagesOf } from "../../../src/composition/components/outages";
import { until } from "../../support/application/jobs";

const away = async (): Promise<never> => {
  throw new Error("away");
};
const bus: Bus = { mostBytes: 65_536, mostPayloads: 8, isByRealm: true, connect: away, publish: away };

test("a bus that is away is one line, however often it is tried", async () => {
  const lines: unknown[] = [];
  let tries = 0;
  const onError = (line: unknown) => lines.push(line);
  const report = outagesOf("wake-up bus", { clock: systemClock, onError });
  const { wakeup } = busWakeup(bus, {
    clock: systemClock,
    seals: secretSeals("a secret of thirty-two characters or more", "test"),
    onError,
    onOutage: (error) => {
      tries += 1;
      report(error);
    },
  });
  const ignored = { grown: () => {}, signalled: () => {}, connected: () => {} };
  const listening = await wakeup.listen(ignored);
  wakeup.announce(1, 1, []);
  await until(() => tries > 3);
  await listening.close();
  expect(lines).toEqual(["wake-up bus: away"]);
});
