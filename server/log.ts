import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** The log of a process; never contains secrets. */
export const createLog = (config: Config): Logger =>
  pino({ level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization', '*.password'] })
