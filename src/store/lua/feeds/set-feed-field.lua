#!lua flags=allow-oom
--[[
  set-feed-field: store a field of a feed, once. A feed that has expired or was erased stays gone.
  Keys     1 feed
  Args     1 field   2 value
  Returns  1 if the field is stored now, 0 if it was stored before or if the feed is gone
]]
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
return redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
