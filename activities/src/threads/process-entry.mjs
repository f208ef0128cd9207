import { register } from 'tsx/esm/api'

// A process is started with this file and told which module to run: sources are TypeScript, which a new process cannot load by itself.
register()
await import(process.argv[2] ?? '')
