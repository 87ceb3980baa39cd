import { reachParameters } from "../../support/lengths/reach";

test("x", async () => {
  const began = Date.now();
  const all = await reachParameters();
  require("node:fs").writeFileSync(
    "/tmp/reach.txt",
    all
      .filter((o) => o.refusal)
      .map((o) => `${o.parameter} => ${o.refusal?.slice(0, 200)}`)
      .join("\n"),
  );
  console.log(all.length, Date.now() - began);
}, 300_000);
