// Sets the clock to another year. It is loaded before all other modules.
const Real = Date;
const SHIFT = 987_654_321_000;
const Shifted = class extends Real {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(Real.now() - SHIFT);
    else super(args[0] as number);
  }
  static override now(): number {
    return Real.now() - SHIFT;
  }
};
globalThis.Date = Shifted as DateConstructor;
