import type { Logger } from 'pino'
import type { RecentError } from '../shared/contract/facility/health.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Sealer } from './db/audit/sealer.ts'
import type { Changes } from './db/changes.ts'
import type { Db } from './db/database.ts'
import type { Accounts } from './features/accounts/accounts.ts'
import type { OpenTimesCache } from './features/cages/openTimesCache.ts'
import type { ScheduleCache } from './features/cages/scheduleCache.ts'
import type { FacilityCache } from './features/facility/facilityCache.ts'
import type { NextLessonTimes } from './features/lessons/availability/nextLessonTimes.ts'
import type { Products } from './features/payments/purchase.ts'
import type { RateLimits } from './http/limits/rateLimits.ts'
import type { LiveEvents } from './http/live/liveEvents.ts'
import type { DatabaseFigures } from './http/watching/databaseFigures.ts'
import type { Metrics } from './http/watching/metrics.ts'
import type { Tracing } from './http/watching/tracing.ts'
import type { FileStorage } from './integrations/storage/fileStorage.ts'
import type { Payments } from './integrations/stripe/payments.ts'

/** Everything that code uses besides its arguments, created once at start (main.ts) or per test. */
export interface Context {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly changes: Changes
  readonly sealer: Pick<Sealer, 'problem'>
  readonly accounts: Accounts
  readonly payments: Payments
  /** The products that can be bought by card. */
  readonly products: Products
  /** Uploaded pictures. */
  readonly files: FileStorage
  readonly facility: FacilityCache
  readonly schedule: ScheduleCache
  readonly openTimes: OpenTimesCache
  readonly nextLessonTimes: NextLessonTimes
  readonly live: LiveEvents
  readonly metrics: Metrics
  /** Null unless a collector of traces is configured. */
  readonly tracing: Tracing | null
  readonly databaseFigures: DatabaseFigures
  /** Why the database cannot be used; null while it can. */
  readonly databaseProblem: () => Promise<string | null>
  /** The newest errors that this process logged. */
  readonly recentErrors: () => readonly RecentError[]
  readonly limits: RateLimits
  /** Called when holds of this person were released: closes their checkouts at the provider, in the background. */
  readonly holdsReleased: (userId: string | null) => void
  /** Leaves the demo for an own facility: this program stops and starts again. Null where there is no demo to leave. */
  readonly startOwnFacility: (() => void) | null
  /** The public origin, known once the server listens. */
  readonly publicUrl: () => string
}
