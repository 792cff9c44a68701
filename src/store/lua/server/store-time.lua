#!lua flags=no-writes
--[[
  store-time: read the clock of the server that has a key.
  Keys     1 any key, which selects the server; it need not exist
  Args     none
  Returns  milliseconds since 1970
]]
local time = redis.call('TIME')
return time[1] * 1000 + math.floor(time[2] / 1000)
