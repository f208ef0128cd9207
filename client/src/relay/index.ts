export { createRelay, type Relay, type RelayLog, type RelayMetrics, type RelayOptions } from './create-relay.ts'
