/** Writes a protobuf field: `number` with a length-delimited value. */
function field(number: number, value: Buffer | string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes])
}
const integer = (number: number, value: number): Buffer => Buffer.concat([varint(number << 3), varint(value)])

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}

/** A node's inputs and outputs are names; attributes are lists of whole numbers or one number. */
function node(operator: string, inputs: string[], output: string, attributes: Record<string, number | number[]> = {}): Buffer {
  const written = Object.entries(attributes).map(([name, value]) =>
    field(
      5,
      Array.isArray(value)
        ? Buffer.concat([field(1, name), ...value.map((one) => integer(8, one)), integer(20, 7)])
        : Buffer.concat([field(1, name), integer(3, value), integer(20, 2)]),
    ),
  )
  return field(1, Buffer.concat([...inputs.map((input) => field(1, input)), field(2, output), field(4, operator), ...written]))
}

const FLOAT = 1
const INT64 = 7

function value(number: 11 | 12, name: string, type: number, shape: (string | number)[]): Buffer {
  const dimensions = shape.map((one) => field(1, typeof one === 'number' ? integer(1, one) : field(2, one)))
  const tensor = Buffer.concat([integer(1, type), field(2, Buffer.concat(dimensions))])
  return field(number, Buffer.concat([field(1, name), field(2, field(1, tensor))]))
}

/**
 * A model in ONNX (onnx.proto, IR 7, opset 11) that looks up a row of `table` for each token: an encoder gives the rows, a
 * cross-encoder their sum as logits.
 */
export function tinyOnnx(kind: 'encoder' | 'cross_encoder', table: readonly (readonly number[])[]): Buffer {
  const dimension = table[0]?.length ?? 0
  const weights = Buffer.concat([
    integer(1, table.length),
    integer(1, dimension),
    integer(2, FLOAT),
    field(8, 'table'),
    field(9, Buffer.from(Float32Array.from(table.flat()).buffer)),
  ])
  const encoder = kind === 'encoder'
  const nodes = [
    node('Gather', ['table', 'input_ids'], encoder ? 'output' : 'rows', { axis: 0 }),
    ...(encoder ? [] : [node('ReduceSum', ['rows'], 'output', { axes: [1], keepdims: 0 })]),
  ]
  const graph = Buffer.concat([
    ...nodes,
    field(2, 'tiny'),
    field(5, weights),
    value(11, 'input_ids', INT64, ['batch', 'tokens']),
    value(12, 'output', FLOAT, encoder ? ['batch', 'tokens', dimension] : ['batch', dimension]),
  ])
  return Buffer.concat([integer(1, 7), field(7, graph), field(8, integer(2, 11))])
}
