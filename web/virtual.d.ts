declare module 'virtual:theme-variables.css'
declare module 'virtual:staff-theme-variables.css'
