import type { Chance } from "./chance";
import { goodTexts } from "./good-values";
import { bodyOf, encoded, type FuzzedRequest, formOf } from "./requests";
import { mutated, nastyText } from "./values";
import type { World } from "./world";

export const csrfToken = "c".repeat(32);

/** A path of Express with its parameters filled in; a link that a page or mail showed, if one fits. */
const addressOf = (path: string, world: World, chance: Chance): string => {
  const { pick, percent } = chance;
  // Either with what is optional or without it.
  const whole = path.replace(/\{([^}]*)\}/g, percent(50) ? "$1" : "");
  const fitting = new RegExp(
    `^${whole.replace(/[.]/g, "\\.").replace(/:\w+/g, "[^/]+").replace(/\*\w+/g, ".+")}$`,
  );
  const links = world.forms.links().filter((link) => fitting.test(link.split("?")[0] ?? ""));
  const isPlain = !/[:*]/.test(whole);
  if (!isPlain && links.length > 0 && percent(60)) {
    const link = pick(links);
    return percent(20) ? mutated(link, chance).replaceAll(/[^\x21-\x7e]/g, "x") : link;
  }
  return whole.replace(/[:*](\w+)/g, (_all, name) => {
    const known = [...goodTexts(name, world.things), "1", String(pick(world.things.users))];
    return encoded(percent(70) ? pick(known) : nastyText(chance)).slice(0, 3000);
  });
};

const fieldValue = (name: string, shown: string | undefined, world: World, chance: Chance): string => {
  const { pick, percent } = chance;
  if (name === "csrfmiddlewaretoken") return percent(94) ? csrfToken : nastyText(chance);
  if (percent(14)) return nastyText(chance);
  const good = [...goodTexts(name, world.things), ...(shown ? [shown, shown] : [])];
  const text = good.length > 0 ? pick(good) : pick(["", "1", "a", "true", "code"]);
  return percent(8) ? mutated(text, chance) : text;
};

/** A request to a page or another route that no endpoint declares. Fields are those of the forms that pages show. */
export const routeRequest = async (
  path: string,
  methods: readonly string[],
  world: World,
  chance: Chance,
): Promise<FuzzedRequest> => {
  const { pick, percent, between } = chance;
  const method = percent(4) ? pick(["HEAD", "OPTIONS", "PUT", "DELETE", "POST"]) : pick(methods);
  const address = addressOf(path, world, chance);
  const shown = world.forms.fieldsAt(address.split("?")[0] ?? "");
  const others = world.forms.names();
  const more = Array.from({ length: between(0, shown.length > 0 ? 2 : 6) }, () => pick(others));
  const fields = [
    ...new Map([
      ...(percent(95) ? [["csrfmiddlewaretoken", ""] as const] : []),
      ...shown.filter(() => percent(96)),
      ...more.map((name) => [name, undefined] as const),
    ]),
  ].map(([name, value]) => [name, fieldValue(name, value, world, chance)] as const);
  const session = percent(60) ? await world.cookie() : "";
  const headers = {
    Cookie: [session, ...(percent(96) ? [`csrftoken=${csrfToken}`] : [])]
      .filter((one) => one !== "")
      .join("; "),
    Accept: pick(["text/html,image/svg+xml", "*/*"]),
  };
  if (method !== "POST") {
    const query = formOf(fields.filter(([name]) => name !== "csrfmiddlewaretoken")).slice(0, 8000);
    const at =
      percent(60) && query !== "" ? `${address}${address.includes("?") ? "&" : "?"}${query}` : address;
    return { method, path: at, headers, body: Buffer.alloc(0) };
  }
  const { type, body } = bodyOf(fields, {}, chance);
  const described = { ...(type !== "" && { "Content-Type": type }), "Content-Length": `${body.length}` };
  return { method, path: address, headers: { ...headers, ...described }, body };
};
