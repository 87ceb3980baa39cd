import { together } from "../../src/application/together";

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

test("one use case is bound to its services", () => {
  expect(together(add)({ count: { value: 2 } })(3)).toBe(5);
});

test("several are bound to the services of all of them, under their names", () => {
  const bound = together({ add, greet })({ count: { value: 0 }, name: "Ada" });
  expect(Object.keys(bound)).toEqual(["add", "greet"]);
  expect([bound.add(1), bound.greet()]).toEqual([1, "Hello, Ada"]);
});

test("what is bound twice works on the same services", () => {
  const services = { count: { value: 0 }, name: "Ada" };
  together({ add, greet })(services).add(1);
  expect(together(add)(services)(1)).toBe(2);
});

test("services that lack what one of them needs don't compile", () => {
  const bind = together({ add, greet });
  // @ts-expect-error: the name is missing
  expect(bind({ count: { value: 0 } }).greet()).toBe("Hello, undefined");
});
