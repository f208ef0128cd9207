// Loaded before a worker: its clock is wrong by SHIFT_MS milliseconds.
const shift = Number(process.env.SHIFT_MS ?? 0)
const RealDate = Date
const now = () => RealDate.now() + shift
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, self) => (name === 'now' ? now : Reflect.get(target, name, self)),
})
