import { contactEndpoints } from './contactRoutes.ts'
import { templateEndpoints } from './templateRoutes.ts'
import { unsubscribeEndpoints } from './unsubscribeRoutes.ts'

export const messageEndpoints = [...contactEndpoints, ...unsubscribeEndpoints, ...templateEndpoints]
