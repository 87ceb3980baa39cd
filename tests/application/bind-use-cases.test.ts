import { bindUseCases } from "../../src/application/bind-use-cases";

interface Counting {
  readonly count: { value: number };
}

const add =
  ({ count }: Counting) =>
  (amount: number): number => {
    count.value += amount;
    return count.value;
  };

const greet =
  ({ name }: { readonly name: string }) =>
  (): string =>
    `Hello, ${name}`;

test("binds one use case to its services", () => {
  expect(bindUseCases(add)({ count: { value: 2 } })(3)).toBe(5);
});

test("binds several use cases to all of their services, under their names", () => {
  const bound = bindUseCases({ add, greet })({ count: { value: 0 }, name: "Ada" });
  expect(Object.keys(bound)).toEqual(["add", "greet"]);
  expect([bound.add(1), bound.greet()]).toEqual([1, "Hello, Ada"]);
});

test("use cases bound twice share the same services", () => {
  const services = { count: { value: 0 }, name: "Ada" };
  bindUseCases({ add, greet })(services).add(1);
  expect(bindUseCases(add)(services)(1)).toBe(2);
});

test("services that lack a required port don't compile", () => {
  const bind = bindUseCases({ add, greet });
  // @ts-expect-error: the name is missing
  expect(bind({ count: { value: 0 } }).greet()).toBe("Hello, undefined");
});
