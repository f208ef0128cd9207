export { openTemporal, type TemporalAddress } from '../temporal/gateway.ts'
export { createRelay, type Relay, type RelayLog, type RelayMetrics, type RelayOptions } from './create-relay.ts'
export { createSealer, type Sealer, type SealerOptions } from './seal-audit.ts'
