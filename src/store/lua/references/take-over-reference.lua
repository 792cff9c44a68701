#!lua
--[[
  take-over-reference: replace a stale claim, if it is still the claim that was found to be stale.
  Keys     1 reference hash
  Args     1 reference   2 claim that was found   3 new claim '<holder> <milliseconds>'
  Returns  1 if the claim was replaced, else 0
]]
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
