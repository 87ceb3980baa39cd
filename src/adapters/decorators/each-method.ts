type Method = (...args: never[]) => unknown;

/**
 * The port with each of its methods replaced; other members are copied. Ports are literal objects: a class is
 * refused, because copying would lose its methods. `this` is not passed on.
 */
export const eachMethod = <Port extends object>(
  port: Port,
  replace: (name: string, method: Method) => Method,
): Port => {
  if (Object.getPrototypeOf(port) !== Object.prototype)
    throw new TypeError("Only ports that are literal objects can be decorated");
  const members = Object.entries(port).map(([name, member]) => [
    name,
    typeof member === "function" ? replace(name, member) : member,
  ]);
  return Object.fromEntries(members);
};
