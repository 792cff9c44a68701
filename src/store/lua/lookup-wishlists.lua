#!lua flags=no-writes
--[[
  lookup-wishlists: a page of a customer's wishlists, each with the first page of its items.
  Keys     1 customer   2 the customer's wishlists
  Args     1 start of the range of wishlist ids, as ZRANGE BYLEX takes it   2 most wishlists   3 most items of each
           4, 5 what stands before a wishlist's id in the names of its hash and its item order; they lie in the
           same slot as the keys, and only the reading of them tells which there are
  Returns  false when the customer has no wishlists; else {record, former record, {wishlist...}} where a wishlist
           is {id, record, number of its last item or false, item...}
]]
if redis.call('ZCARD', KEYS[2]) == 0 then return false end
local customer = redis.call('HMGET', KEYS[1], 'j', 'd')
local wishlists = {}
local ids = redis.call('ZRANGE', KEYS[2], ARGV[1], '+', 'BYLEX', 'LIMIT', 0, ARGV[2])
for i, id in ipairs(ids) do
  local hash = ARGV[4] .. id
  local numbers = redis.call('ZRANGE', ARGV[5] .. id, 0, ARGV[3] - 1)
  local fields = redis.call('HMGET', hash, 'j', unpack(numbers))
  wishlists[i] = {id, fields[1], numbers[#numbers] or false, unpack(fields, 2)}
end
return {customer[1], customer[2], wishlists}
