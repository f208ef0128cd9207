import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker'

// A node that fails on purpose would be told on the console. A process has one runtime, and several test files share a process.
Runtime.install({
  logger: new DefaultLogger('ERROR'),
  telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) } },
})
