#!lua flags=allow-oom
--[[
  lose-feed: end a feed whose rows have expired, also if its whole file was received before. A feed that has expired or
  was erased stays gone.
  Keys     1 feed
  Args     none
  Returns  1 if the feed exists, otherwise 0
]]
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'end', 'lost')
return 1
